// Command selling-assistant runs the service, and helps its operators.
package main
