/** The reason of an abort for which nobody asks. Without a reason, an error object with its stack would be made for each. */
export const OVER = 'over';
