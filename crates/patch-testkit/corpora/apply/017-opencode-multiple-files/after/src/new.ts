export const NEW = true
