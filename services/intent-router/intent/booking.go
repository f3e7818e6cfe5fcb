package intent

// booking is an appointment, a table, a slot; or to know whether there is room at a time.
var booking = Intent{
	Name: Booking,
	Rules: []Rule{
		{Weight: -8, Say: `
			costo|precio|precios|valor|tarifa|price|cost ... consulta|cita|visita|valoracion|appointment|visit|consultation
			cuanto ... cuesta|cuestan|cobran|vale|sale ... consulta|cita|visita|valoracion`},
		{Weight: 5, If: When, Not: Dish, Say: `
			tendran|tendra|tendras|tendrian|habra|habria algo|espacio|lugar|chance
			para ... tendran|tendra|tienen|tienes|hay|habra`},
		{Weight: 6, If: Care, Not: Question, Say: `
			quiero|quisiera|necesito|need|want|like ... ver|see|visitar|consultar al|a|con|the|a doctor|doctora|dentista|medico|especialista|dentist
			me interesa|interesaria ... hacerme|ponerme|agendar
			quiero|quisiera|necesito que ... revisen|atiendan|vean|chequen`},
		{Weight: 5, If: When, Not: Danger | Dish, Say: `
			se puede|podra|podria|podriamos
			puedo|podemos ver|visitar
			can i|we see ... doctor|dentist|dr
			any|some chance
			algo ... libre`},
		{Weight: 6, Not: Dish, Say: `
			quiero|quisiera|necesito|deseo|busco|ocupo|gustaria|puedo|podria|podrian|pueden|puedes|podemos|quero|queria|gostaria|want|need|like|could|can|get|make ... cita|citas|turno|turnos|reserva|reservacion|mesa|appointment|appointments|reservation|booking|table|slot|consulta|espacio|lugar|visita|valoracion|checkup`},
		{Weight: 6, Say: `
			agendar|agendame|agendarme|agendo|agendamos|agenden|agendarla|reservar|reservame|reservarme|reservo|apartar|apartame|apartarme|sacar|pedir|programar|marcar|coordinar|solicitar|separar ... cita|citas|turno|turnos|reserva|reservacion|mesa|appointment|appointments|reservation|booking|table|slot|consulta|espacio|lugar|visita|valoracion|checkup|hora|fecha|dia|limpieza
			book|schedule|reserve|arrange ... cita|citas|turno|turnos|reserva|reservacion|mesa|appointment|appointments|reservation|booking|table|slot|consulta|espacio|lugar|visita|valoracion|checkup|visit|cleaning|in|for`},
		{Weight: 5, Say: `
			agendar|agendame|agendarme|agendo|agendamos|agenda|reservar|reservame|reservarme|agendarla|separar|apartar
			sacar|pedir cita|turno|hora
			book|schedule|reserve
			marcar ... consulta|horario|hora`},
		{Weight: 6, Say: `
			tienen|tienes|tiene|tendran|tendras|tendra|hay|habra|habria|queda|quedan|tendrian|tem|ha|have|any|got|theres|is|are ... espacio|lugar|cupo|cupos|hueco|huecos|disponible|disponibles|disponibilidad|cita|citas|turno|turnos|mesa|mesas|campo|vaga|slot|slots|availability|available|opening|openings|appointment|appointments|spot|spots|table|tables|room`},
		{Weight: 4, If: When, Not: Dish, Say: `
			tienen|tienes|tiene|tendran|tendras|tendra|hay|habra|habria|queda|quedan|algo|have|any|anything|algun|alguna ... para|el|la|manana|hoy|este|esta|for|on|at|this|tomorrow|today`},
		{Weight: 6, Say: `
			horario|horarios|hora|horas|fecha|fechas|dias|times|time|dates ... disponible|disponibles|libre|libres|available|free
			que|cuales horarios|fechas tienen|tiene|hay|tienes
			primer|primera|proxima|earliest|soonest|next ... cita|hueco|turno|disponible|available|appointment|slot
			cuando .. podria|puedo|puede|pueden ir|venir|pasar|atender|atenderme
			cuando tienen|hay|tienes
			when can i come`},
		{Weight: 5, Not: Danger, Say: `
			me|nos|lo|la|le|mi pueden|puedes|puede|podrian|podria ... atender|ver|recibir|revisar|checar
			pueden|puedes|puede|podrian|podria atenderme|verme|recibirme|revisarme|atendernos|recibirnos
			can|could you|someone see me|us|my
			fit me|us in
			squeeze me|us in
			get me in`},
		{Weight: 3, Say: `cita|citas|turno|reserva|reservacion|appointment|reservation|valoracion`},
		{Weight: 4, Say: `mesa|table|mesita|tables`},
		{Weight: 4, If: Party, Say: `mesa|table|mesita|reserva|reservation`},
		{Weight: 5, If: Service, And: Care, Not: Question, Say: `quiero|quisiera|necesito|gustaria|want|need|like|quero|queria|busco`},
		{Weight: 3, If: When, Not: Dish, Say: `quiero|quisiera|necesito|gustaria|want|need|like|quero|ir|pasar|come|hacerme|venir`},
		{Weight: 3, If: Service | StaffOne, And: When, Not: Dish},
		{Weight: 3, If: Party, And: When},
		{Weight: 2, If: When, Say: `mesa|table|lugar|espacio|cita|turno|hora|appointment`},
		{Weight: 3, If: When, Say: `puedo|podemos|podria|puede|can|could ... ir|llegar|pasar|venir|come|stop|drop`},
		{Weight: 5, If: Care, And: When, Say: `chequeo|revision|control|checkup|check`},
		{Weight: -6, Say: `pedido|orden|order|factura|invoice|estacionamiento|parking`},
		{Weight: -5, Say: `
			cancel*|anular
			hasta que hora
			a que hora
			politica*`},
		{Weight: -5, Say: `no quiero|necesito ... cita|turno|reserva`},
		{Weight: -7, Say: `
			cambiar|cambiarla|cambiarme|cambio|cambia|mover|moverla|pasar|pasarla|reagend*|reprogram*|reschedul*|move|change|switch|modificar|posponer|adelantar|aplazar ... cita|turno|reserva|reservacion|hora|mesa|appointment|reservation|booking|table
			en vez|lugar de
			instead of`},
		{Weight: -3, Say: `donde|direccion|ubicacion|where|address`},
	},
	Examples: []Example{
		{"quiero una cita", "dental"},
		{"necesito agendar una cita para mañana", "dental"},
		{"tienen espacio el jueves?", "dental"},
		{"me gustaría reservar una mesa para 4 el sábado a las 8", "restaurant"},
		{"mesa para dos hoy a las 9 de la noche", "restaurant"},
		{"I need an appointment", "dental"},
		{"I'd like to book a table for two tomorrow at 8pm", "restaurant"},
		{"hay turno para el viernes?", "medical"},
		{"quisiera sacar una cita con la doctora", "medical"},
		{"quiero una limpieza", "dental"},
		{"do you have any availability this week?", "medical"},
		{"qué horarios tienen disponibles mañana?", "dental"},
		{"cuánto cuesta la limpieza y tienen cita para mañana?", "dental"},
		{"quiero hacer una reserva", "restaurant"},
		{"can I come in tomorrow at 10?", "medical"},
		{"me pueden atender hoy en la tarde?", "medical"},
		{"hay lugar para 6 personas esta noche?", "restaurant"},
		{"quero marcar uma consulta", "medical"},
		{"I want to schedule a cleaning for Tuesday", "dental"},
		{"cita para el lunes a las 10", "dental"},
		{"kiero una sita xfa", "dental"},
		{"hola buenas tardes quisiera una cita para una limpieza el martes por la tarde", "dental"},
	},
}
