// The score sheet is printed, or kept as a PDF, by the browser.

document.getElementById("print").onclick = () => print();
