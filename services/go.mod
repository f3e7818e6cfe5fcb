module github.com/recado/recado/services

go 1.26.0

require (
	github.com/recado/recado/pkg v0.0.0
	github.com/recado/recado/proto v0.0.0
)

replace (
	github.com/recado/recado/pkg => ../pkg
	github.com/recado/recado/proto => ../proto
)
