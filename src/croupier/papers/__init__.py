"""Documents that a person files, prints or posts: maths report, submission, what stands beside them."""
