module newcomer

go 1.26.0
