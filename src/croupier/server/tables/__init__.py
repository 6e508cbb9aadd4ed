"""Table actors: their requests, views, broadcasts, timers, replays and bots."""
