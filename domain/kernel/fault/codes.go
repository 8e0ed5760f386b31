package fault

// Code names a fault with a stable word that programs may switch on. The list is closed: the
// published document enumerates it, and a code is added here before its first use.
type Code string

// Codes of whole requests.
const (
	CodeValidationFailed      Code = "validation_failed"
	CodeMalformedBody         Code = "malformed_body"
	CodeInvalidCursor         Code = "invalid_cursor"
	CodeConflictingParameters Code = "conflicting_parameters"
	CodeUpstreamRejected      Code = "upstream_rejected"

	CodeQuotaExhausted       Code = "quota_exhausted"
	CodeSubscriptionInactive Code = "subscription_inactive"

	CodeAccessDenied              Code = "access_denied"
	CodeInsufficientScope         Code = "insufficient_scope"
	CodeIntegrationRequired       Code = "integration_required"
	CodeIntegrationNeedsAttention Code = "integration_needs_attention"
	CodeLinkExpired               Code = "link_expired"
	CodeLinkInvalid               Code = "link_invalid"

	CodeNotFound         Code = "not_found"
	CodeMethodNotAllowed Code = "method_not_allowed"

	CodeConflict            Code = "conflict"
	CodeDuplicateDocument   Code = "duplicate_document"
	CodeNotReady            Code = "not_ready"
	CodePreviewStale        Code = "preview_stale"
	CodeIdempotencyInFlight Code = "idempotency_in_flight"

	CodePreconditionFailed   Code = "precondition_failed"
	CodeTooLarge             Code = "too_large"
	CodeFileTooLarge         Code = "file_too_large"
	CodeUnsupportedMediaType Code = "unsupported_media_type"
	CodeMediaTypeMismatch    Code = "media_type_mismatch"

	CodeRangeNotSatisfiable Code = "range_not_satisfiable"

	CodeRateLimited         Code = "rate_limited"
	CodeTooManyRunning      Code = "too_many_running"
	CodeUpstreamRateLimited Code = "upstream_rate_limited"
	CodeInternal            Code = "internal_error"
	CodeServiceUnavailable  Code = "service_unavailable"
	CodeStorageUnavailable  Code = "storage_unavailable"
	CodeUpstreamUnavailable Code = "upstream_unavailable"
)

// Codes of rules: 422 on a single record, a row code in a bulk call.
const (
	CodeIdempotencyKeyReused   Code = "idempotency_key_reused"
	CodeMarketplaceUnconnected Code = "marketplace_not_connected"
	CodeInvalidLimits          Code = "invalid_limits"
	CodeInvalidStrategy        Code = "invalid_strategy"
	CodeInvalidSettings        Code = "invalid_settings"
	CodeStrategyRequired       Code = "strategy_required"
	CodeStrategyNotFound       Code = "strategy_not_found"
	CodeInUse                  Code = "in_use"
	CodeInvalidState           Code = "invalid_state"
	CodeInvalidTransition      Code = "invalid_transition"
	CodeAlreadyApplied         Code = "already_applied"
	CodeDuplicate              Code = "duplicate"
	CodeAlreadyExists          Code = "already_exists"
	CodeNotSupported           Code = "not_supported"
	CodeEmptyFile              Code = "empty_file"
	CodeStorageLimit           Code = "storage_limit"
	CodeExtensionFixed         Code = "extension_fixed"
	CodeApprovalRequired       Code = "approval_required"
	CodeNotEligible            Code = "not_eligible"
	CodeListingInvalid         Code = "listing_invalid"
	CodeQuantityRequired       Code = "quantity_required"
	CodeCostLayerOverlap       Code = "cost_layer_overlap"
	CodeInvalidRange           Code = "invalid_range"
	CodeOverReceipt            Code = "over_receipt"
	CodeNoParsedData           Code = "no_parsed_data"
	CodeLimitReached           Code = "limit_reached"
	CodeNoPrice                Code = "no_price"
	CodeExchangeRateRequired   Code = "exchange_rate_required"
	CodeExchangeRateMissing    Code = "exchange_rate_missing"
	CodeMappingRequired        Code = "mapping_required"
	CodeLargeChange            Code = "large_change"
	CodeTotalDiffers           Code = "total_differs"
	CodeInvalidPriceBreaks     Code = "invalid_price_breaks"
)

// Codes of single faults inside a request that broke the published schema.
const (
	CodeUnknownMember     Code = "unknown_member"
	CodeRequired          Code = "required"
	CodeWrongType         Code = "wrong_type"
	CodeNotAllowed        Code = "not_allowed"
	CodeOutOfRange        Code = "out_of_range"
	CodeTooMany           Code = "too_many"
	CodeTooFew            Code = "too_few"
	CodeTooLong           Code = "too_long"
	CodeNullNotAllowed    Code = "null_not_allowed"
	CodeDuplicateMember   Code = "duplicate_member"
	CodeUnknownParameter  Code = "unknown_parameter"
	CodeRepeatedParameter Code = "repeated_parameter"
	CodeInvalid           Code = "invalid"
)

// RequestCodes lists every code a whole-request error may carry, in the order
// the published document shows them.
func RequestCodes() []Code {
	return []Code{
		CodeValidationFailed, CodeMalformedBody, CodeInvalidCursor, CodeConflictingParameters, CodeUpstreamRejected,
		CodeQuotaExhausted, CodeSubscriptionInactive,
		CodeAccessDenied, CodeInsufficientScope, CodeIntegrationRequired, CodeIntegrationNeedsAttention,
		CodeLinkExpired, CodeLinkInvalid,
		CodeNotFound, CodeMethodNotAllowed,
		CodeConflict, CodeDuplicateDocument, CodeNotReady, CodePreviewStale, CodeIdempotencyInFlight,
		CodePreconditionFailed, CodeTooLarge, CodeFileTooLarge, CodeUnsupportedMediaType, CodeMediaTypeMismatch,
		CodeRangeNotSatisfiable,
		CodeIdempotencyKeyReused, CodeMarketplaceUnconnected, CodeInvalidLimits, CodeInvalidStrategy, CodeInvalidSettings, CodeStrategyRequired,
		CodeStrategyNotFound, CodeInUse, CodeInvalidState, CodeInvalidTransition, CodeAlreadyApplied,
		CodeDuplicate, CodeAlreadyExists, CodeNotSupported, CodeEmptyFile, CodeStorageLimit, CodeExtensionFixed,
		CodeApprovalRequired, CodeNotEligible, CodeListingInvalid, CodeQuantityRequired, CodeCostLayerOverlap, CodeInvalidRange, CodeOverReceipt, CodeLimitReached, CodeNoParsedData,
		CodeNoPrice, CodeExchangeRateRequired, CodeExchangeRateMissing,
		CodeMappingRequired, CodeLargeChange, CodeTotalDiffers, CodeInvalidPriceBreaks,
		CodeRateLimited, CodeTooManyRunning, CodeUpstreamRateLimited, CodeInternal, CodeServiceUnavailable, CodeStorageUnavailable,
		CodeUpstreamUnavailable,
	}
}

// ItemCodes lists the codes of single faults inside a request, in the order of the published
// document. A rule's own code may occur there too.
func ItemCodes() []Code {
	return []Code{
		CodeUnknownMember, CodeRequired, CodeWrongType, CodeNotAllowed, CodeOutOfRange, CodeTooMany, CodeTooFew,
		CodeTooLong, CodeNullNotAllowed, CodeDuplicateMember, CodeUnknownParameter, CodeRepeatedParameter, CodeInvalid,
	}
}

// RowCodes lists the codes a failed row of a bulk call may carry.
func RowCodes() []Code {
	return []Code{
		CodeNotFound, CodeInvalidLimits, CodeStrategyRequired, CodeInUse, CodeInvalidState, CodeValidationFailed,
		CodeDuplicate, CodeConflict, CodeNotSupported, CodeAlreadyExists, CodeMarketplaceUnconnected, CodeLimitReached,
		CodeCostLayerOverlap, CodeStrategyNotFound, CodeLargeChange, CodeOutOfRange, CodeInvalidPriceBreaks,
	}
}
