// Package notice decides who gets which notices: rules per user, mails at once and a mail in the
// morning. It writes the mails as letters; adapters bring them into the form of mail.
package notice
