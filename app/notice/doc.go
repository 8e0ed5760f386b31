// Package notice has the use cases of notices for people: the rules of a user, mails at once, and the
// mail in the morning.
//
// A mail is sent by a job that commits with the position of the rules, so none is lost when a process
// dies. A mail whose job dies after the mail server took it comes twice, with the same Message-ID.
package notice
