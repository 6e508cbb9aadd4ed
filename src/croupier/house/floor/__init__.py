"""Tables behind a server: owners, what people are shown, time, company."""
