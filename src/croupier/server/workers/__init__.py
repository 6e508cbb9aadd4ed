"""Worker processes for the server's slow work: figures, the paytable designer and documents."""
