"""What people type: posts, votes, orders, names. It knows no law beyond the clauses about wording."""
