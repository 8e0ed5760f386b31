module sellingassistant/clients/go

go 1.25
