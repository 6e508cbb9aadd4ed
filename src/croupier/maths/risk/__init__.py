"""The risk of a seat, with the joint result of one round and distributions over many rounds."""
