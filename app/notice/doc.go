// Package notice has the use cases of notices for people: the rules of a user, mails at once, and
// the mail in the morning.
//
// The job of a mail commits with the position of the rules, so no mail gets lost when a process
// dies. A mail comes twice, with the same Message-ID, if its job died after the mail server took
// it.
package notice
