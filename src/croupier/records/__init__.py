"""Round records, which are readable files of one round that can be played, exported and described."""
