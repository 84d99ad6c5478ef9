// index
import { OLD } from './old'
