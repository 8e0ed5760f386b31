package pricelist

import (
	"context"

	documentapp "sellingassistant/app/document"
	"sellingassistant/app/document/tablefile"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	ports "sellingassistant/ports/pricelist"
)

// Files stores the files of lists with the other documents of a team.
type Files struct{ tablefile.Files }

func NewFiles(d *documentapp.Documents) *Files {
	return &Files{tablefile.Files{Documents: d, Type: document.PriceList, What: "A price list"}}
}

var _ ports.Files = (*Files)(nil)

// Receive discards a refused file.
func (f *Files) Receive(ctx context.Context, who caller.Caller, in ports.File) (ports.Received, error) {
	received, err := f.Files.Receive(ctx, who, in.Name, in.Declared, in.Content)
	if err != nil {
		return nil, err
	}
	return received, nil
}
