-- The people of the business say what became of an appointment.
GRANT UPDATE (status, updated_at) ON business.appointments TO recado_console;
