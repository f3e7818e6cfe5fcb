package store

// MigrateFS is Migrate with other files.
var MigrateFS = migrate
