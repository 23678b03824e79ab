"""Chain: the reserve review, from paid losses to the booked reserve."""
