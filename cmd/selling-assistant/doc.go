// Command selling-assistant is the service and the tool of the people who run it.
package main
