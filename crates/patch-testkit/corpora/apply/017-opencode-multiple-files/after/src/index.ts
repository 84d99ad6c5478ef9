// index
import { OLD } from './old'
import { NEW } from './new'
