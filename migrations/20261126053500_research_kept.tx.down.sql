DROP TABLE research_payments;
DROP TABLE research_answers;
