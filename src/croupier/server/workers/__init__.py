"""Worker processes for the server's slow work, such as figures, the paytable designer and documents."""
