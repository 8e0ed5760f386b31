// Package notice serves the rules of notices, the preview of the morning mail, and the page that
// ends the mails.
package notice
