"""Documents that people file, print or post: maths report, submission, layout, signs, forms, gaming day."""
