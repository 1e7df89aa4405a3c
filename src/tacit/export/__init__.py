"""What leaves the house: queries that a seller runs and texts that a buyer mails, without the want."""
