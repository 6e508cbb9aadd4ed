"""What is made of the events and the state: the ledger, what each person sees, what is legal now."""
