"""The eye over the tables: rounds found and told again, files of disputes, proofs to take away."""
