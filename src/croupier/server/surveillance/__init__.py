"""Round search, playback, statistics, dispute files and exports for surveillance and the regulator."""
