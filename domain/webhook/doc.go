// Package webhook decides about events for users' programs: which changes are events, which events
// an endpoint wants, when a delivery is tried again, and when an endpoint is disabled.
//
//	stateDiagram-v2
//	    [*] --> pending
//	    pending --> succeeded: 2xx
//	    pending --> failed: any other answer, or no answer
//	    failed --> succeeded: 2xx
//	    failed --> failed: any other answer, while attempts remain
//	    failed --> given_up: the last attempt failed
//	    pending --> given_up: 410, or the endpoint was disabled
//	    failed --> given_up: 410, or the endpoint was disabled
//	    given_up --> pending: retry
//	    failed --> pending: retry
//	    succeeded --> pending: retry
package webhook
