/** Whether another page is being loaded, or a form sent, without a reload. The root's layout sets the attribute. */
export const isNavigating = () => "busy" in document.documentElement.dataset;
