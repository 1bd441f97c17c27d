// The front page's style sheets: its code is in the first script, of which other pages load only the code.
import '../../styles/home.css'
import '../../styles/pictures.css'
import '../../styles/prose.css'
import '../../styles/tables.css'
