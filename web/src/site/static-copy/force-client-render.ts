/**
 * Set among the data of the document's root where the page that came is not the one that its address
 * asks for, so that it is drawn anew instead of being taken over.
 */
export const FORCE_CLIENT_RENDER = 'anew'
