"""Documents that people file, print or post, such as reports, submissions, layouts, signs and forms."""
