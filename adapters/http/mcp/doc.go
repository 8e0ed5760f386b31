// Package mcp lets assistants call a part of the API by the Model Context Protocol. A table names
// the operations, their members and their texts. Schemas are picked from the published document. A
// call becomes a call to the router of this process with the key of its caller, so that scopes,
// limits, checks and the audit trail exist once.
//
// POST /mcp reads. POST /mcp/write also changes records, if the key may. A change is a dry run
// unless the call says otherwise: it runs in a transaction that is rolled back.
package mcp
