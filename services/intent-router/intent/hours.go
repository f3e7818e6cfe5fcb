package intent

// hours is when it is open, holidays, the last order.
var hours = Intent{
	Name: Hours,
	Rules: []Rule{
		{Weight: 9, Say: `
			que|cual|what hora|horas|horario|horarios|time|times ... abren|abre|cierran|cierra|atienden|atiende|open|close|closing|opening|abrem|fecham|trabajan|laboran
			hasta|desde que hora
			ate que horas`},
		{Weight: 8, Say: `
			horario|horarios|hours|schedule ... atencion|trabajo|servicio|sabado|domingo|apertura|cierre
			business|opening|office hours
			^ .. horario|horarios|hours $
			cual|cuales es|son .. horario|horarios
			su|sus|your|tu horario|horarios|hours|schedule
			horas de atencion`},
		{Weight: 6, Say: `abren|abre|abierto|abiertos|abierta|cierran|cierra|cerrado|cerrados|open|closed|closing|abrem|fecham|aberto`},
		{Weight: 7, Not: StaffOne, Say: `
			atienden|trabajan|laboran|atende|atendem ... sabado|sabados|domingo|domingos|feriado|feriados|festivo|festivos|lunes|24|siempre|fines|finde
			que dias ... atienden|abren|trabajan|open
			what days`},
		{Weight: 7, Say: `
			ultima|last orden|order|pedido|call
			cocina ... cierra|cierran|abierta
			24 horas|hours
			feriado|feriados|festivos|holiday|holidays`},
		{Weight: 3, Say: `horario|horarios|hours`},
		{Weight: -7, Say: `
			disponible|disponibles|libres|available
			para ... cita|turno|consulta
			horarios ... cita|citas|tienen|hay|tienes
			mi cita|turno|reserva|appointment
			cambiar|mover|reagendar`},
		{Weight: -4, Say: `doctor|doctora|especialista|quien|quienes|who`},
	},
	Examples: []Example{
		{"a qué hora abren?", "dental"},
		{"horario", "restaurant"},
		{"cuál es su horario de atención?", "medical"},
		{"what time do you open?", "restaurant"},
		{"are you open on Sundays?", "dental"},
		{"hasta qué hora atienden hoy?", "dental"},
		{"abren los domingos?", "restaurant"},
		{"your hours?", "medical"},
		{"que horas abrem?", "restaurant"},
		{"atienden sábados?", "dental"},
		{"abren en navidad?", "restaurant"},
	},
}
