// Package tariff has what the simulated marketplace takes for a sale in 2026: in the United States, the United Kingdom and Germany.
//
// It is written apart from the fee tables of the program and shares neither their code nor their data, so that each can be held
// against the other. Sums are in the smallest unit of the country's currency, sizes in thousandths of an inch and of a pound.
package tariff
