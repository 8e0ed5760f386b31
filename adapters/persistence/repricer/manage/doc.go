// Package manage stores settings, strategies and rows of the repricer, and what is
// remembered of rows.
//
// What is read on every call goes through prepared statements with fixed texts;
// lists with filters are put together by bun. Rows are never deleted, they get
// a time of deletion, which frees their keys.
package manage
