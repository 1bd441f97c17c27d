/** The page with the form, to which the form is also sent. Apart: the first script of the site has it. */
export const PHOTO_REQUEST_PATH = '/photo-request'
