"""Documents that people file, print or post: reports, submissions, layouts, signs and forms."""
