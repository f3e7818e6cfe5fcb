package lex

// Street words: strong ones need a name or a number after them, weak ones a name with a capital, short ones a number.
const (
	strongList = `calle av avda avenida jr jiron psje pasaje pje carrera cra kra transversal diagonal autopista calzada calz blvd boulevard bulevar prolongacion prol callejon malecon rua travessa alameda rodovia
		avenue carretera cll`
	weakList = `paseo plaza camino circuito privada priv cerrada andador ronda travesia urbanizacion urb colonia col fraccionamiento fracc barrio conjunto condominio residencial villa poblacion
		praca estrada via ovalo mz manzana cerro edificio torre torres`
	shortList = `cl cr kr dg diag tv trans k ak ac krr`
)

const (
	// leadNames and leadVerbs are followed by an address.
	leadNames = `direccion domicilio address endereco ubicacion`
	leadVerbs = `vivo vivimos moro estoy entregar entreguen entrega entreguenlo entregalo enviar envien envienlo mandar manden mandenlo traer traigan
		llevar lleven deliver delivery send enviarlo mandarlo envio casa`
	// roads end the name of an English street.
	roads = `street st avenue ave road rd lane ln drive dr doctor way court ct terrace boulevard blvd parkway pkwy highway hwy place square`
	// unitWords go on with an address after its street.
	unitWords = `depto dpto dep departamento interior int exterior ext piso oficina of apto apartamento apartment apt appointment ap casa torre bloque bloco edificio edif local puerta esc escalera bajo izq izquierda
		dcha derecha colonia col barrio bairro urb urbanizacion cp cep distrito mz manzana lt lote ref referencia timbre entre esquina esq frente cerca suite unit floor sector conjunto etapa numero nro num no n sn
		fraccionamiento fracc delegacion alcaldia comuna ciudad block planta segundo primer tercer altura casi interfono portal codigo postal km kilometro zona`
	addressJoins = `de del la las los el da do das dos san santa sta sto don al a en y e con lado`
	// addressStops are what follows an address and is none of it.
	addressStops = `porfavor porfa gracias please thanks quiero quisiera necesito queremos para pago pagar pagare mi telefono celular tel whatsapp soy me llamo nombre por favor hoy manana pido pedido son es
		esta seria cuanto cuesta tienen puede pueden hay i my we you is at by and or want need can with obrigado obrigada meu quero pra tambien pero porque ya cuando como que si efectivo tarjeta asap now today tomorrow
		entregan llega llegan tardan demoran mandan manden envian envien traigan entreguen hola buenas una un uno`
)

const (
	// asking words say what a business takes or gives; comparing ones set it beside another.
	askingPrice = `cobran cobra cobraron cobraban cuesta cuestan costo sale salia vale valen ofrecen ofrecieron ofrece dan dieron daban cotizaron cotizan cotizo hacen hicieron venden vendian tienen
		charge charges charged quoted offer offers offered sell sells gave costs cost cobram cobrou custa oferecem fazem vendem deram hacia estaba esta`
	comparing = `barato barata baratos baratas economico economica mejor mejores cheaper better expensive caro cara caros caras melhor iguala igualan match versus vs comparado comparacion diferencia diferente compared competencia
		concorrencia concorrente competitor competitors competidor competidores cobran cobra cobraron charge charges charged quoted cotizaron cotizan ofrecen ofrecieron dieron offer offered descuento discount cobram cobrou oferecem cuesta cuestan
		costs cost vale custa than menos precio price preco rapido faster`
	// elsewhere are the places of which "la otra", "another" and "outro" make a competitor.
	elsewhere = `clinica clinicas consultorio consultorios dentista dentistas hospital hospitales restaurante restaurantes restaurant lado lados parte partes lugar lugares sitio sitios negocio negocios tienda salon estetica barberia
		spa pizzeria cevicheria laboratorio veterinaria gimnasio taqueria polleria empresa clinic clinics place places dentist store shop elsewhere lugares locais loja barber peluqueria optica farmacia`
	// rivals are sellers that everybody knows, so that they need no capital.
	rivals = `rappi ubereats pedidosya didi ifood glovo doordash grubhub cornershop walmart amazon dominos mcdonalds starbucks kfc`
)

const connectors = "de del la las los da dos das san santa van von di y"

const notNames = `alergica alergico paciente cliente nueva nuevo diabetica diabetico hipertensa hipertenso vegetariana vegetariano celiaca celiaco vegana vegano
	interested looking calling allergic pregnant sick happy writing trying having going gonna fine ready late embarazada mayor menor mama papa madre padre esposo esposa
	estudiante doctor doctora senor senora vecino amigo amiga extranjera extranjero jubilada hypertensive diabetic vegetarian vegan available free afraid here
	bot robot humano real correo email celular telefono numero documento dni cedula direccion`

const firstNames = `ana maria jose juan luis carlos jorge pedro pablo miguel angel rosa carmen lucia sofia valentina camila daniela paula laura andrea diana claudia sandra
	patricia monica veronica gabriela adriana alejandra alejandro fernando fernanda ricardo roberto eduardo francisco javier manuel antonio david daniel diego andres sergio
	raul oscar hector victor arturo enrique ramon rafael alberto alfredo guillermo gustavo ernesto felipe ignacio ivan jaime joaquin julian leonardo marcos mario martin mateo
	mauricio nicolas omar ruben salvador samuel santiago sebastian tomas vicente ximena yolanda beatriz brenda carolina catalina cecilia cristina elena elizabeth emilia esther
	eva florencia gloria guadalupe ines irene isabel jessica jimena josefina juana julia julieta karla karina lorena lourdes luisa luz magdalena marcela margarita mariana marina
	marta martha mercedes miriam natalia norma olga paola pilar raquel rebeca renata rocio romina ruth sara silvia susana teresa vanessa victoria viviana
	john james robert michael william mary jennifer linda susan lisa karen nancy emily emma olivia ava noah liam jack harry george charlie thomas peter paul mark steven
	andrew kevin brian jason jeff ryan ann anna kate kathy rachel amy sarah megan nicole joao pedro lucas gabriel bruno rodrigo thiago tiago leticia juliana beatriz bruna
	aline amanda camila larissa mariana renato marcelo ana eliana hugo gonzalo alvaro cesar edgar gerardo israel abel adrian agustin alan alexis alonso benjamin emilio esteban
	fabian fabiola federico geraldine giovanna gladys graciela ismael itzel janet jesus joel jonathan kevin leticia lidia liliana maite maribel marisol maximiliano noemi`

// unnaming are articles, prepositions and titles: they stand in names and are left out by those who say them.
const unnaming = `el la los las de del al a con y e en para por the of and with an in for o os as do da dos das com ao aos na no nas nos
	doctor doctora doctores lic licenciada licenciado ing senor senora don dona mr mrs ms miss dr dra sucursal sede branch`

const titles = `doctor doctora doctores lic licenciada licenciado ing senor senora don dona mr mrs ms miss dr dra chef doutor doutora profesor profesora psicologa psicologo nutriologa dentista`

// everyday words stand in names of services and say nothing of which one is meant.
const everyday = `cita citas consulta consultas dental dentales medico medica general servicio servicios tratamiento tratamientos atencion clinica consultorio
	restaurante plato platos casa especial completo completa primera vez control express nuevo nueva hora dia semana centro norte sur
	appointment visit treatment service check full new special house consultation que como hay son gracias hola precio
	combo combos paquete paquetes promo promocion jarra vaso porcion orden ordenes sesion sesiones media menu carta bebida bebidas postre postres entrada
	local tienda salon sala mesa mesas grande chico chica mediano mediana familiar personal doble triple package session order drink dessert
	tratamento servico avaliacao porcao copo prato pratos cardapio bebidas revision evaluacion valoracion urgencia emergencia examen dolor pagos
	horario reserva reservas eventos events dieta presion doctor office virtual pequeno pequena large small regular medium extra natural`
