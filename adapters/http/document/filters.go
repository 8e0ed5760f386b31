package document

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/domain/document"
)

var sortable = records.Sortable{
	Fields: []string{
		document.SortCreatedAt, document.SortUpdatedAt, document.SortOriginalName, document.SortFileSize,
		document.SortConfidence, "id",
	},
	Default: "-" + document.SortCreatedAt,
}

type listInput struct {
	records.RecordInput
	Type             []string            `query:"type" enum:"invoice,credit_note,receipt,purchase_order,order_confirmation,packing_slip,price_list,shipping_document,authorization_letter,statement,other" maxItems:"11" doc:"Any of these types."`
	AIClassifiedType []string            `query:"ai_classified_type" enum:"invoice,credit_note,receipt,purchase_order,order_confirmation,packing_slip,price_list,shipping_document,authorization_letter,statement,other" maxItems:"11" doc:"Any of these guesses."`
	Status           []string            `query:"status" enum:"uploaded,processing,ready,failed,applied,dismissed" maxItems:"6" doc:"Any of these statuses."`
	HasParsedData    body.Opt[bool]      `query:"has_parsed_data" doc:"Whether lines were read."`
	MimeType         []string            `query:"mime_type" enum:"application/pdf,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/xml,text/plain,image/png,image/jpeg,image/tiff,image/webp" maxItems:"10" doc:"Any of these media types."`
	TargetType       []string            `query:"target_type" enum:"purchase_order,supplier,inventory_product,sku,listing,warehouse" maxItems:"6" doc:"Has a target of any of these kinds; with target_id the same target must fit both."`
	TargetID         []body.ID           `query:"target_id" maxItems:"100" doc:"Has a target with any of these ids."`
	SupplierID       []body.ID           `query:"supplier_id" maxItems:"100" doc:"Any of these recognised suppliers."`
	ReferenceNumber  []string            `query:"reference_number" maxItems:"100" doc:"Any of these reference numbers, letter by letter."`
	ConfidenceBelow  body.Opt[Fraction]  `query:"confidence_below" doc:"Guessed with less confidence than this."`
	Q                string              `query:"q" minLength:"1" maxLength:"200" doc:"Text in name, reference number or notes, in any letter case."`
	AppliedFrom      body.Opt[body.Time] `query:"applied_from" doc:"Applied at this time or later."`
	AppliedTo        body.Opt[body.Time] `query:"applied_to" doc:"Applied at this time or earlier."`
	FileSizeFrom     body.Opt[int64]     `query:"file_size_from" minimum:"0" doc:"At least so many bytes."`
	FileSizeTo       body.Opt[int64]     `query:"file_size_to" minimum:"0" doc:"At most so many bytes."`
}

func (in *listInput) filter() document.Filter {
	f := document.Filter{
		Types:         body.Words[document.Type](in.Type),
		AITypes:       body.Words[document.Type](in.AIClassifiedType),
		Statuses:      body.Words[document.Status](in.Status),
		Medias:        body.Words[document.Media](in.MimeType),
		HasParsedData: in.HasParsedData.Ptr(),
		TargetKinds:   body.Words[document.TargetKind](in.TargetType),
		TargetIDs:     body.Numbers[int64](in.TargetID),
		SupplierIDs:   body.Numbers[int64](in.SupplierID),
		References:    in.ReferenceNumber,
		Q:             in.Q,
		AppliedFrom:   body.Moment(in.AppliedFrom), AppliedTo: body.Moment(in.AppliedTo),
		FileSizeFrom: in.FileSizeFrom.Ptr(), FileSizeTo: in.FileSizeTo.Ptr(),
	}
	if in.ConfidenceBelow.Set {
		f.ConfidenceBelow = &in.ConfidenceBelow.Value.confidence
	}
	return f
}
