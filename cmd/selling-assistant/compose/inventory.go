package compose

import "go.uber.org/fx"

var inventoryModule = fx.Module("inventory", inventorySKUs, inventoryProducts, inventoryListings, inventorySync)
