package openapi

import (
	"encoding/json"
	"fmt"
	"strings"
)

// amount has the component of an amount of money. Each use has its own description.
var amount = node{
	"type": "number", "format": "double", "x-decimal": true,
	"minimum": json.Number("-9999999999.9999"), "maximum": json.Number("9999999999.9999"),
}

// rate has the component of an exchange rate.
var rate = node{
	"type": "number", "format": "double", "x-decimals": json.Number("8"), "maximum": json.Number("999999.99999999"),
}

// lists maps closed lists of words to names of components.
var lists = map[string]string{
	"active,failing,disabled":                "WebhookEndpointStatus",
	"user,failing,gone":                      "WebhookDisabledReason",
	"pending,succeeded,failed,given_up":      "WebhookDeliveryStatus",
	"failed,missing,all":                     "WebhookReplayChoice",
	"draft,ordered":                          "NewOrderStatus",
	"both,fba,fbm":                           "FulfillmentChoice",
	"sku,inventory_product,repricer_product": "ImportKind",
	"hazmat,meltable,oversize,adult,possible_multipack,amazon_sells,buy_box_suppressed,price_spike,generic_brand": "PriceListAlert",
	"amount,percent":                              "AmountOrPercent",
	"below,match,above,ignore":                    "RivalAction",
	"below,match,above":                           "PriceRelation",
	"deleted,unchanged":                           "DeletionStatus",
	"updated,unchanged":                           "ChangeStatus",
	"fba,fbm":                                     "Fulfillment",
	"active,inactive":                             "ActiveStatus",
	"active,archived":                             "ArchivedStatus",
	"manual,roi,margin,markup":                    "MinPriceMode",
	"error,skip,min_price,current_price":          "MissingCostFallback",
	"new,like_new,very_good,good,acceptable,poor": "SubCondition",
	"hold,max":                                    "PriceWarAction",
	"competitor,velocity,fixed":                   "StrategyType",
	"off,manual,auto":                             "RepricerMode",
	"new,used,collectible,refurbished,club":       "OfferCondition",
	"buy_box,lowest,lowest_fba,lowest_fbm,amazon,featured_expected_price": "CompetitionTarget",
	"min,keep,max,average,next_above":                                     "BelowMinAction",
	"revert,compete":                                                      "LostBoxAction",
	"keep,min,max,average":                                                "NoCompetitionAction",
	"keep,raise_to_next,step_up,compete":                                  "OwnBuyBoxAction",
	"free,billed":                                                         "OverReceipt",
	"keep,max":                                                            "RestockAction",
	"keep,step_down,external_price,lowest":                                "SuppressedBuyBoxAction",
	"match_buy_box,win_buy_box,lowest_fba,profit_first,liquidate,private_label": "StrategyTemplate",
	"normal,fast,low": "RepricePriority",
	"hold,circuit_breaker,price_rejected,account_shared": "RepricerAlert",
	"invoice,credit_note,receipt,purchase_order,order_confirmation,packing_slip,price_list,shipping_document,authorization_letter,statement,other": "DocumentType",
	"uploaded,processing,ready,failed,applied,dismissed":                                           "DocumentStatus",
	"purchase_order,supplier,inventory_product,sku,listing,warehouse":                              "DocumentTargetType",
	"inventory_product,sku,listing,supplier,supplier_offer,purchase_order,warehouse,document,asin": "NoteTargetType",
	"buy_box,lowest_fba,avg_90d":                                                                   "PriceBasis",
	"identifiers,issues":                                                                           "ListingsItemAnswerPart",
	"unknown,no,yes":                                                                               "HazmatChoice",
	"new,used_like_new,used_very_good,used_good,used_acceptable,refurbished,collectible":           "ListingCondition",
	"by_value,by_quantity,by_weight,none":                                                          "CostAllocation",
	"damaged,wrong_item,expired,other":                                                             "RejectionReason",
	"wholesale,distributor,brand,retail_online,retail_store,liquidator,other":                      "SupplierType",
	"unknown,in_stock,low,out":                                                                     "Availability",
	"own,prep_center,third_party,supplier,amazon,other":                                            "WarehouseType",
	"draft,ordered,partially_received,received,closed,cancelled":                                   "PurchaseOrderStatus",
	"none,standard,not_registered,flat":                                                            "VATScheme",
	"standard,reduced,super_reduced,zero":                                                          "VATClass",
	"ALLOWED_TO_SELL,NOT_ELIGIBLE,APPROVAL_REQUIRED":                                               "Permission",
	"ASC,DESC":                                        "SortOrder",
	"BUYABLE,DISCOVERABLE":                            "ListingItemStatus",
	"ACTIVE,VOIDED,SHIPPED":                           "InboundPlanStatus",
	"LAST_UPDATED_TIME,CREATION_TIME":                 "InboundPlanOrder",
	"WARNING,ERROR":                                   "IssueSeverity",
	"sku,createdDate,lastUpdatedDate":                 "ListingItemOrder",
	"LISTING,LISTING_PRODUCT_ONLY,LISTING_OFFER_ONLY": "ListingRequirements",
	"ASIN,EAN,FNSKU,GTIN,ISBN,JAN,MINSAN,SKU,UPC":     "ListingIdentifierType",
	"summaries,attributes,issues,offers,fulfillmentAvailability,procurement,relationships,productTypes":                      "ListingItemPart",
	"attributes,classifications,dimensions,identifiers,images,productTypes,relationships,salesRanks,summaries,vendorDetails": "CatalogItemPart",

	"New,Used,Collectible,Refurbished,Club": "ItemCondition",
	"FBA_CORE,FBA_SNL,FBA_EFN":              "FulfillmentProgram",

	"standard,small_business,flat,margin": "VATRegistrationScheme",
	"latest,weighted_average,fifo":        "CostMethod",
	"manual,ecb":                          "ExchangeRateSource",

	"any,none,listing_issue,external_change_anomaly,circuit_breaker,submission_failed,currency_mismatch": "HoldFilter",
	"hold,under_break_even,postage_unknown,error,at_floor_and_losing":                                    "Attention",
	"own,team,competitor,amazon,none,unknown":                                                            "BuyBoxOwner",
	"idle,queued,evaluating,submitting,awaiting_confirmation":                                            "RunState",

	"given,supplier,registration,small_business,no_registration,default_marketplace": "TaxReason",
	"off,morning,at_once": "NoticeWhen",
}

// long maps the beginnings of lists that are too long to write here to names of components.
var long = map[string]string{
	"ATVPDKIKX0DER,A2EUQ1WTGCTBG2,":        "MarketplaceId",
	"ambiguous_match,arithmetic_mismatch,": "DocumentProblemCode",
	"amazon.com,amazon.ca,":                "MarketplaceDomain",
	"new_new,new_open_box,":                "ListingItemCondition",
	"not_found,invalid_limits,":            "BulkErrorCode",
	"*,connection.*,":                      "EventTypePattern",
}

// nameOf returns the component of a list of words, "" for a list without a component.
func nameOf(words []any) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = fmt.Sprint(w)
	}
	joined := strings.Join(all, ",")
	for beginning, name := range long {
		if strings.HasPrefix(joined, beginning) {
			return name
		}
	}
	return lists[joined]
}
