"""Table actors with their requests, views, broadcasts, timers, replays and bots."""
