// Package tesseract reads words of pictures by the program tesseract, if it is installed.
//
// Each picture has its own process, which sees grey pixels that this service decoded, and never a
// file of a user. The process has no environment, may write no file, and has bounded memory and
// time. It ends with its group.
package tesseract
