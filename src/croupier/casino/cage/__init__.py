"""The cage: wallets, and chips to the tables and back. No chip arises anywhere else."""
