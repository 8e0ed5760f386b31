package identity

import (
	"time"

	"sellingassistant/adapters/http/httpx/body"
)

var (
	exampleTime   = body.TimeOf(time.Date(2026, 11, 21, 9, 30, 0, 123_456_000, time.UTC))
	exampleRefill = body.TimeOf(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))

	exampleMe = Me{
		ID: 3, Email: "ann@example.com", Name: "Ann Seller",
		TokensLeft: 99_958, TokensUsed: 42, TokensLimit: 100_000, TokensRefillAt: exampleRefill,
	}

	exampleAccount = Account{
		ID: 1, Name: "Acme Trading", Plan: Plan{Code: "standard", Status: "active", RenewsAt: &exampleRefill},
		Currency: "USD", Timezone: "UTC", DefaultMarketplaceID: "ATVPDKIKX0DER",
		Connections: []Connection{{
			ID: 5, Type: "amazon", Region: "na", SellerIDLast4: "QW3X",
			MarketplaceIDs: []string{"ATVPDKIKX0DER", "A2EUQ1WTGCTBG2"},
			Status:         "active", ConnectedAt: exampleTime,
		}},
		Limits: Limits{
			TokensMonth: 100_000, DocumentBytes: 10_737_418_240, PriceListRowsMonth: 1_000_000,
			RepricerProducts: 250_000, Members: 100,
		},
		Usage:    Limits{TokensMonth: 42, DocumentBytes: 183_204, RepricerProducts: 120, Members: 2},
		Settings: Settings{CostMethod: "latest"},
		Features: []string{}, Version: 1, CreatedAt: exampleTime, UpdatedAt: exampleTime,
	}

	exampleUser = User{
		ID: 3, Email: "ann@example.com", Name: "Ann Seller", Role: "owner",
		Teams: []TeamRef{{ID: 1, Name: "Acme Trading", Active: true}},
		APIKey: APIKey{
			ID: 8, Name: "warehouse script", Prefix: "sak_4fGh", Last4: "9Xq2", Scopes: []string{"read", "write"},
			LastUsedAt: &exampleTime,
		},
	}
)
