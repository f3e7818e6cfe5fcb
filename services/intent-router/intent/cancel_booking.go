package intent

// cancelBooking is to drop what is booked, without asking for another time now.
var cancelBooking = Intent{
	Name: CancelBooking,
	Rules: []Rule{
		{Weight: 9, Say: `
			cancelar|cancela|cancelen|cancelo|cancele|cancelame|cancelarla|cancel|cancelling|canceling|anular|anula|anulen|desmarcar|borrar|eliminar ... cita|citas|turno|reserva|reservacion|hora|consulta|mesa|appointment|reservation|booking|table`},
		{Weight: 6, Say: `cancelar|cancela|cancelarla|cancelala|cancelen|cancelenla|cancel|cancelo|anular`},
		{Weight: 6, Say: `
			ya no ... cita|turno|reserva|reservacion|mesa|consulta|appointment
			no longer ... appointment|reservation|table
			dont need ... appointment|reservation|table|anymore`},
		{Weight: 5, Not: Danger, Say: `
			no puedo|podre|podremos|podemos|pudimos ... ir|asistir|llegar|presentarme|acudir
			no voy|vamos .. poder|ir|asistir|llegar
			ya no voy|vamos|iremos|ire
			cant|cannot|wont|unable make|come|attend
			cant make it
			wont be able`},
		{Weight: -9, Say: `pedido|orden|order|factura|invoice|suscripcion|subscription|compra`},
		{Weight: -9, Say: `
			politica*
			policy
			cobran|cobra|cuesta|penalidad|multa|charge|fee|cost ... cancel*
			si cancelo|cancelan
			hasta cuando|cuanto ... cancel*
			cancel* ... gratis|costo|cargo|anticipacion|free`},
		{Weight: -8, Say: `
			no quiero|voy a|vayas a|vayan a cancelar
			no cancel*
			dont cancel`},
		{Weight: -3, Say: `
			reagendar|reprogramar|cambiar|mover|reschedule
			otro dia
			otra fecha`},
	},
	Examples: []Example{
		{"quiero cancelar mi cita", "dental"},
		{"cancelen mi reserva por favor", "restaurant"},
		{"I need to cancel my appointment", "dental"},
		{"ya no voy a poder ir a mi cita", "dental"},
		{"cancelar", "medical"},
		{"please cancel my table for tonight", "restaurant"},
		{"no podré asistir mañana", "medical"},
		{"anular turno", "medical"},
	},
}
